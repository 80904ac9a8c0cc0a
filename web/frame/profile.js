// profile.js -- who plays here: a name the server knows again. Its dialog is profile_form.js.
import { kept } from "./local_prefs.js";
import { ask } from "./net.js";

/** The profile of this browser, as the server told it last. @type {{profile: any}} */
export const player = { profile: null };

/** Shows this browser's profile to the server, after each connection. */
export async function showProfile() {
  const own = kept.profile,
    answer = own && (await ask({ do: "profile", id: own.id, secret: own.secret }));
  player.profile = answer?.is === "profile" ? answer : null;
}

/** The name to show in the header, if there is one. */
export const profileName = () => player.profile?.name ?? "";
