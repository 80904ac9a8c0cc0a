"""libduel through ctypes: its functions with their types, and its failures as exceptions.

What is short is called without letting go of the interpreter, which takes a third of the time; what thinks lets go, so
that other threads run. `duel.h` says what each function owns and when it fails.
"""
import ctypes
import os
from ctypes import POINTER, byref, c_char_p, c_double, c_float, c_int, c_int32, c_size_t, c_uint8, c_uint32, c_uint64, c_void_p

NOBODY, ALL, SEATS = -1, -2, 4
NO, BAD, FULL, STOPPED, FAILED = 1, 2, 3, 4, 5


class Refused(Exception):
    """What the library refused, in a sentence; `status` is one of NO, BAD, FULL, STOPPED, FAILED."""

    def __init__(self, status, sentence):
        super().__init__(sentence)
        self.status = status


class Error(ctypes.Structure):
    _fields_ = [("status", c_int), ("text", ctypes.c_char * 512)]


class Shape(ctypes.Structure):
    _fields_ = [("seats", c_int32), ("actions", c_uint32), ("fixed_actions", c_int32), ("tensor", c_uint32),
                ("max_plies", c_uint32), ("max_score", c_int32), ("secrets", c_int32), ("loopy", c_int32),
                ("margin", c_int32)]


class Limits(ctypes.Structure):
    _fields_ = [("seconds", c_double), ("nodes", c_uint64), ("seed", c_uint64), ("threads", c_int32)]


class Points(ctypes.Structure):
    _fields_ = [("wins", c_uint64), ("ties", c_uint64), ("losses", c_uint64), ("points", c_double), ("margin", c_double)]


def _path():
    """The one named by DUELLISTE_LIBRARY; else beside the package, in the build, or where the system has it."""
    here = os.path.dirname(os.path.abspath(__file__))
    named = os.environ.get("DUELLISTE_LIBRARY")
    if named:
        return named
    for folder in (here, os.path.join(here, "..", "..")):
        path = os.path.join(folder, "libduel.so.0")
        if os.path.exists(path):
            return path
    return "libduel.so.0"


_E = POINTER(Error)
_TEXT = c_void_p  # a text of the library's, to be given back

# what thinks
_SLOW = {
    "game_open": (c_void_p, c_char_p, c_char_p, c_char_p, _E),
    "engine_open": (c_void_p, c_void_p, c_char_p, c_size_t, _E),
    "think": (c_int, c_void_p, c_void_p, POINTER(Limits), POINTER(c_uint32), _E),
    "answer": (_TEXT, c_void_p, c_void_p, POINTER(Limits), _E),
    "whole": (c_int, c_void_p, POINTER(Limits), POINTER(c_double), POINTER(c_double), _E),
    "advise": (_TEXT, c_void_p, POINTER(Limits), POINTER(c_uint32), _E),
    "match": (c_int, c_void_p, POINTER(c_char_p), c_uint64, POINTER(Limits), POINTER(Points), _E),
    "batch_step": (c_int, c_void_p, c_void_p, c_void_p, c_void_p, _E),
    "batch_look": (None, c_void_p, c_void_p, c_void_p, c_void_p),
    "batch_draw": (None, c_void_p, c_void_p),
}
# what answers at once
_QUICK = {
    "version": (c_char_p,),
    "free": (None, c_void_p),
    "end": (None,),
    "game_name": (c_char_p, c_int),
    "engine_name": (c_char_p, c_int),
    "game_close": (None, c_void_p),
    "game_shape": (None, c_void_p, POINTER(Shape)),
    "game_about": (_TEXT, c_void_p),
    "deal": (c_void_p, c_void_p, c_char_p, _E),
    "read": (c_void_p, c_void_p, c_char_p, _E),
    "replay": (c_void_p, c_void_p, c_char_p, _E),
    "copy": (c_void_p, c_void_p),
    "view": (c_void_p, c_void_p, c_int),
    "state_free": (None, c_void_p),
    "turn": (c_int, c_void_p),
    "actions": (c_int, c_void_p, POINTER(c_void_p)),
    "scores": (c_int, c_void_p, POINTER(c_int32)),
    "returns": (c_int, c_void_p, POINTER(c_double)),
    "play": (c_int, c_void_p, c_uint32, c_void_p),
    "history": (c_size_t, c_void_p, POINTER(c_uint32), c_size_t),
    "known": (c_uint64, c_void_p, c_int),
    "tensor": (None, c_void_p, c_int, c_void_p),
    "mask": (None, c_void_p, c_void_p),
    "print": (_TEXT, c_void_p, c_int),
    "draw": (_TEXT, c_void_p, c_int),
    "record": (_TEXT, c_void_p),
    "action_text": (_TEXT, c_void_p, c_uint32),
    "action_read": (c_int, c_void_p, c_char_p, POINTER(c_uint32), _E),
    "engine_close": (None, c_void_p),
    "engine_forget": (None, c_void_p),
    "batch_new": (c_void_p, c_void_p, c_uint32, c_uint64, _E),
    "batch_free": (None, c_void_p),
}


# which of them take numbers as they were given
_GIVEN = {"view", "known", "tensor", "print", "draw", "action_text", "engine_open", "batch_new"}


def _typed(function):
    """The same, with the exception of Python for an argument of another type."""
    def call(*given):
        try:
            return function(*given)
        except ctypes.ArgumentError as wrong:
            raise TypeError(str(wrong)) from None
    return call


def _bind():
    path = _path()
    # games in C (.so) find what they call of the contract in libduel
    slow, quick = ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL), ctypes.PyDLL(path, mode=ctypes.RTLD_GLOBAL)
    for library, table in ((slow, _SLOW), (quick, _QUICK)):
        for name, (gives, *takes) in table.items():
            function = getattr(library, "libduel_" + name)
            function.restype, function.argtypes = gives, takes
            globals()[name] = _typed(function) if name in _GIVEN else function


_bind()


def raised(error):
    """The exception of a failure."""
    return Refused(error.status, error.text.decode("utf-8", "replace"))


def made(handle, error):
    """A handle that was asked for, or the reason why there is none."""
    if not handle:
        raise raised(error)
    return handle


def done(status, error):
    if status:
        raise raised(error)


def taken(text):
    """A text of the library's as a str, given back; None: there is none."""
    if not text:
        return None
    words = ctypes.string_at(text).decode("utf-8")
    free(text)  # noqa: F821 (bound above)
    return words
