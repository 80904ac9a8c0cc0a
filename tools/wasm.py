"""The program compiled to WebAssembly: which sources, which libraries, with what.

Meson knows the sources (of the release build in build/); here stands what of them a browser has no use for. The libraries are
Debian's source packages, fetched by apt-get into build-page/debian and compiled as they are. Everything is compiled
once, by ninja, in build-page/.
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.join(ROOT, "build-page")
DEBIAN = os.path.join(BUILD, "debian")

# What waits for people or for the disk is made small; all else is made fast.
SMALL = re.compile(r"/src/(front|store|players|table|match|teach|care|server|wire|script|sheets|lab|fitch|school|tiers)/"
                   r"|/core/(command|lesson|reason|record|scene|scene_text|scene_diff|variant)\.c|/base/(film|messages|terminal_safe|text)\.c"
                   r"|/games/\w+/(\w*(scene|picture|text|notation|texts|words|reasons|lesson|lens|hint|edit|help)|study|movetext"
                   r"|rulebook|explain|films|puzzle|generate|figures|book)\.c")

# What is left out: what listens at sockets, sits at a terminal or starts processes, and what uses ICU. What stands in its place, where
# something must, is src/front/static.
LEFT_OUT = re.compile(
    r"/front/(cli|tui|ggp)/|/src/server/(?!quotas)\w+\.c|/wire/serve_command\.c"
    r"|/script/(jail|plugin|prolog|process)\.c|/base/descriptors\.c"
    r"|/store/player_name\.c|/players/(program_player|program_protocols|program|supervisor)\.c|/src/lab/|/(web|six)\.c$"
    # commands of games, and what only they use
    r"|/ergo/(command|tune)\.c|/chicago/(command|study)\.c|/wumpus/(command|experiment|optimum)\.c"
    r"|/moriarty/(commands|gtp|nboard|protocols|ffo|game_files)\.c")

COMPILER = ["-O3", "-pthread", "-msimd128", "-msse2", "-ffunction-sections", "-fdata-sections"]
OURS = ["-std=c17", "-DNDEBUG", "-D_POSIX_C_SOURCE=200809L", "-fno-common", "-fvisibility=hidden", "-ffp-contract=off",
        "-Wall", "-Wno-unknown-warning-option"]

# A Debian source package each: where its files are, which they are, what they are compiled with, where its headers are, and which of them
# must be fast, if not all.
LIBRARIES = {
    "libsodium": {
        "in": "src/libsodium", "files": "**/*.c",
        "only": r"/(crypto_generichash|crypto_shorthash|randombytes|sodium)/|/crypto_stream/chacha20/(ref|stream)|/crypto_verify/",
        "flags": ["-DCONFIGURED=1", "-DNATIVE_LITTLE_ENDIAN=1", "-DHAVE_WEAK_SYMBOLS=1", "-Iinclude/sodium", "-U__EMSCRIPTEN__"],
        "headers": ["src/libsodium/include"]},
    "jansson": {
        "in": "src", "files": "*.c", "only": "",
        "flags": ["-Oz", "-DHAVE_STDINT_H=1", "-DHAVE_UNISTD_H=1", "-DHAVE_SYS_TIME_H=1", "-DHAVE_GETTIMEOFDAY=1", "-DHAVE_SCHED_YIELD=1",
                  "-DHAVE_ATOMIC_BUILTINS=1", "-DHAVE_STRTOLL=1", "-DINITIAL_HASHTABLE_ORDER=3", "-DUSE_URANDOM=0"],
        "headers": ["src"]},
    "sqlite3": {
        "in": ".", "files": "sqlite3.c", "only": "",
        "flags": ["-Oz", "-DSQLITE_THREADSAFE=1", "-DSQLITE_TEMP_STORE=3", "-DSQLITE_DEFAULT_MEMSTATUS=0", "-DSQLITE_DQS=0",
                  *("-DSQLITE_OMIT_" + part for part in (
                      "LOAD_EXTENSION", "DEPRECATED", "SHARED_CACHE", "JSON", "UTF16", "TRACE", "AUTHORIZATION", "PROGRESS_CALLBACK",
                      "COMPLETE", "GET_TABLE", "DECLTYPE", "INCRBLOB", "DESERIALIZE", "TCL_VARIABLE"))],
        "headers": ["."]},
    "lua5.4": {
        "in": "src", "files": "*.c", "only": r"/l(?!ua\.|uac\.|iolib|oslib|oadlib|init)\w+\.c", "flags": ["-DLUA_COMPAT_5_3"], "headers": ["src"],
        "fast": r"/l(vm|table|gc|do|func|string|tm|mem)\.c"},
    "cadical": {
        "in": "src", "files": "*.cpp", "only": r"/(?!cadical|mobical)\w+\.cpp", "flags": ["-DNBUILD", "-DQUIET", "-DNUNLOCKED", "-std=c++11", "-fno-exceptions"],
        "headers": ["src"],
        "fast": r"/(analyze|assume|backtrack|clause|collect|decide|external|heap|internal|minimize|probe|propagate|queue|restart|score|shrink|watch)\.cpp"},
}

def run(*words, **how):
    done = subprocess.run(words, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **how)
    if done.returncode:
        sys.exit("%s\n%s" % (" ".join(words), done.stdout + done.stderr))
    return done.stdout

# ---- libraries: Debian's sources -----------------------------------------------------------------------------------------

def apt(*words):
    """apt-get with lists of its own, which name sources: those of the system are left alone."""
    parts, lists = os.path.join(DEBIAN, "sources.list.d"), os.path.join(DEBIAN, "lists")
    os.makedirs(os.path.join(lists, "partial"), exist_ok=True)
    os.makedirs(parts, exist_ok=True)
    for path in glob.glob("/etc/apt/sources.list.d/*.sources") + glob.glob("/etc/apt/sources.list.d/*.list") + ["/etc/apt/sources.list"]:
        if os.path.exists(path):
            with open(path, encoding="utf-8") as f:
                text = re.sub(r"^Types:.*$", "Types: deb-src", f.read(), flags=re.M)
            with open(os.path.join(parts, os.path.basename(path)), "w", encoding="utf-8") as f:
                f.write(re.sub(r"^deb ", "deb-src ", text, flags=re.M))
    return run("apt-get", "-o", "Dir::Etc::sourcelist=/dev/null", "-o", "Dir::Etc::sourceparts=" + parts,
               "-o", "Dir::State::lists=" + lists, "-o", "APT::Sandbox::User=", *words, cwd=DEBIAN)

def unpacked(package):
    found = [path for path in glob.glob(os.path.join(DEBIAN, package + "-*")) if os.path.isdir(path)]
    return found[0] if found else None

def fetch():
    missing = [package for package in LIBRARIES if not unpacked(package)]
    if missing:
        print("Fetching the sources of %s…" % ", ".join(missing), file=sys.stderr)
        apt("update", "-qq")
        apt("source", "-qq", *missing)
    prepare()

def fill_in(path, values):
    """What `configure` would write: a header from its template."""
    with open(path + ".in", encoding="utf-8") as f:
        text = re.sub(r"@(\w+)@", lambda m: values.get(m[1], ""), f.read())
    if not os.path.exists(path):
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)

def prepare():
    fill_in(os.path.join(unpacked("libsodium"), "src/libsodium/include/sodium/version.h"),
            {"VERSION": "1.0.18", "SODIUM_LIBRARY_VERSION_MAJOR": "10", "SODIUM_LIBRARY_VERSION_MINOR": "3"})
    fill_in(os.path.join(unpacked("jansson"), "src/jansson_config.h"),
            {"json_inline": "inline", "json_have_long_long": "1", "json_have_localeconv": "0", "json_have_atomic_builtins": "1",
             "json_have_sync_builtins": "1"})
    with open(os.path.join(unpacked("jansson"), "src/jansson_private_config.h"), "w", encoding="utf-8") as f:
        f.write("/* said by the flags */\n")
    with open(os.path.join(unpacked("lua5.4"), "src/lua5.4-deb-multiarch.h"), "w", encoding="utf-8") as f:
        f.write('#define DEB_HOST_MULTIARCH "wasm32-emscripten"\n')
    sqlite = unpacked("sqlite3")
    if not os.path.exists(os.path.join(sqlite, "sqlite3.c")):
        print("Putting SQLite together…", file=sys.stderr)
        run("./configure", cwd=sqlite)
        run("make", "sqlite3.c", cwd=sqlite)

def headers():
    return ["-I" + os.path.normpath(os.path.join(unpacked(p), h)) for p, library in LIBRARIES.items() for h in library["headers"]]

# ---- our own sources -----------------------------------------------------------------------------------------------------

def own_sources():
    """The files of the program that a browser has a use for, and what is made of others."""
    for target in json.loads(run("meson", "introspect", "--targets", os.path.join(ROOT, "build"))):
        if target["name"] in ("duelcore", "duelliste"):
            for part in target["target_sources"]:
                for path in part.get("sources", []) + part.get("generated_sources", []):
                    if path.endswith(".c") and not LEFT_OUT.search(path):
                        yield path

# Bytes that a made source carries, a file beside it: assembler of other machines.
CARRIED = re.compile(r'__asm__\("\.pushsection[^"]*"\s*"\.globl (\w+)[^"]*"\s*"\.incbin \\"(.*?)\\", (\d+), (\d+)\\n\.popsection"\);')

def told_in_wasm(symbol, kind, size, content):
    return r'__asm__(".section .%s.%s,\"\",@\n.p2align 6\n.hidden %s\n.globl %s\n.type %s,@object\n%s:\n%s\n.size %s, %s\n");' % (
        kind, symbol, symbol, symbol, symbol, symbol, content, symbol, size)

def with_bytes(text):
    """A made source with the bytes it carries."""
    return CARRIED.sub(lambda m: told_in_wasm(m[1], "rodata", m[4], r'.incbin \"%s\", %s, %s' % (m[2], m[3], m[4])), text)

def with_room(text):
    """The same with room for them: they are fetched when they are wanted (web/static/program_worker.js), which is told where each part goes."""
    parts = ", ".join("(uintptr_t)&%s, %s, %s" % (m[1], m[3], m[4]) for m in CARRIED.finditer(text))
    return CARRIED.sub(lambda m: told_in_wasm(m[1], "bss", m[4], ".zero " + m[4]), text) + (
        "__attribute__((used, visibility(\"default\"))) const uintptr_t *page_carried(void);\n"
        "const uintptr_t *page_carried(void)\n{\n    static const uintptr_t parts[] = {%s, 0};\n    return parts;\n}\n" % parts)

def write_if_new(path, text):
    if not os.path.exists(path) or open(path, encoding="utf-8").read() != text:
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
    return path

def carriers():
    """Made sources that carry bytes, and the file that these are in."""
    for path in own_sources():
        if path.startswith(os.path.join(ROOT, "build")):
            with open(path, encoding="utf-8") as f:
                text = f.read()
            found = CARRIED.search(text)
            if found:
                yield path, text, found[2]

def carrier_with(path, text, how):
    return write_if_new(os.path.join(BUILD, how.__name__ + "_" + os.path.basename(path)), how(text))

def french_of(sources):
    """The French of what these sources say: the rest of the catalogue is for the command line."""
    at = {kind: os.path.join(BUILD, "french." + kind) for kind in ("list", "pot", "po", "mo", "new", "c")}
    headers = glob.glob(os.path.join(ROOT, "src/**/*.h"), recursive=True)
    write_if_new(at["list"], "\n".join(sorted([*sources, *headers])) + "\n")
    run("xgettext", "--language=C", "--from-code=UTF-8", "-k", "-kN_", "-o", at["pot"], "-f", at["list"])
    run("msgmerge", "--quiet", "--no-fuzzy-matching", "-o", at["po"], os.path.join(ROOT, "po/fr.po"), at["pot"])
    run("msgfmt", "--endianness=little", "-o", at["mo"], at["po"])
    run("python3", os.path.join(ROOT, "tools/mo2c.py"), at["mo"], at["new"])
    with open(at["new"], encoding="utf-8") as f:
        return write_if_new(at["c"], f.read())

def page_sources():
    """All that the page is made of; what is carried is fetched."""
    own, made = list(own_sources()), glob.glob(os.path.join(ROOT, "src/front/static/*.c"))
    instead = {path: carrier_with(path, text, with_room) for path, text, _ in carriers()}
    instead[os.path.join(ROOT, "build/french.c")] = french_of([path for path in own + made if path.startswith(os.path.join(ROOT, "src"))])
    return [*(instead.get(path, path) for path in own), *sorted(made)]

def whole_carriers():
    """The same sources with their bytes, for programs that fetch nothing."""
    return [carrier_with(path, text, with_bytes) for path, text, _ in carriers()]

def made_sources():
    """Those that the release build makes, by the names that ninja knows there."""
    inside = os.path.join(ROOT, "build") + "/"
    return [path[len(inside):] for path in own_sources() if path.startswith(inside)]

# ---- ninja ---------------------------------------------------------------------------------------------------------------

def object_of(path):
    return "o/" + os.path.relpath(path, ROOT).replace("../", "").replace("/", "_") + ".o"

# -O3 would take 25 kB more of the compressed program, and nothing that is measured is faster for it.
def pace_of(path):
    return ["-Oz"] if SMALL.search(path) else ["-O2"]

def version_for(path):
    """The version, for a file that tells it: another one does not compile all others anew."""
    with open(path, encoding="utf-8") as f, open(os.path.join(ROOT, "meson.build"), encoding="utf-8") as m:
        number = re.search(r"version: '([^']+)'", m.read())[1]
        return ["'-DDUEL_VERSION=\"%s\"'" % number] if "DUEL_VERSION" in f.read() else []

def compiled():
    """Each source with its flags."""
    includes = ["-I" + os.path.join(ROOT, "src"), "-I" + os.path.join(ROOT, "build")]
    for path in page_sources():
        yield path, OURS + pace_of(path) + version_for(path) + includes + headers()
    for package, library in LIBRARIES.items():
        folder = os.path.normpath(os.path.join(unpacked(package), library["in"]))
        flags = [re.sub("^-I", "-I" + folder + "/", flag) for flag in library["flags"]]
        for path in sorted(glob.glob(os.path.join(folder, library["files"]), recursive=True)):
            if re.search(library["only"], path):
                pace = [] if re.search(library.get("fast", ""), path) else ["-Oz"]
                yield path, [*pace, *flags, "-I" + folder, "-w"]

def compiler():
    """The compiler that emcc calls, without the time that emcc takes for each file."""
    cache = ["ccache"] if shutil.which("ccache") else []
    return [*cache, "clang-" + run("em-config", "CLANG_ADD_VERSION").strip(), *run("emcc", *COMPILER, "--cflags").split()]

def rules():
    return """rule cc
  command = %s $flags -MMD -MF $out.d -c $in -o $out
  depfile = $out.d
  deps = gcc
  description = $out
rule ar
  command = rm -f $out && emar rcs $out @$out.rsp
  rspfile = $out.rsp
  rspfile_content = $in
rule link
  command = emcc $flags $in -o $out
""" % " ".join(compiler())

def write_ninja(programs):
    """`programs`: for each file that is linked, its own sources and its flags."""
    lines, objects = [rules()], []
    for path, flags in compiled():
        lines.append("build %s: cc %s\n  flags = %s\n" % (object_of(path), path, " ".join(flags)))
        objects.append(object_of(path))
    lines.append("build program.a: ar %s\n" % " ".join(objects))
    includes = OURS + ["-I" + os.path.join(ROOT, "src"), "-I" + os.path.join(ROOT, "build")] + headers()
    for path in sorted({path for sources, _ in programs.values() for path in sources}):
        lines.append("build %s: cc %s\n  flags = %s\n" % (object_of(path), path, " ".join(includes)))
    for out, (sources, flags) in programs.items():
        lines.append("build %s: link %s program.a\n  flags = %s\n" % (out, " ".join(map(object_of, sources)), " ".join(COMPILER + flags)))
    os.makedirs(BUILD, exist_ok=True)
    write_if_new(os.path.join(BUILD, "build.ninja"), "\n".join(lines))
