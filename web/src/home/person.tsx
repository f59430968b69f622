/* My name and settings: light, language, sound, other devices, passphrase. */
import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { goTo, linkTo } from "../address";
import { Dialog } from "../dialog";
import { Limited } from "../limited";
import { ask, limits, logIn, me, reconnect } from "../line";
import { Qr } from "../qr";
import { confirming, covering, helping, light, moving, noises, notifying, sound } from "../settings";
import { canNotify, setNotifying } from "../table/notify";
import { sideWords } from "../table/words";
import { say, wasDone } from "../toast";
import { language, speak, words, type Language } from "../words";

export function NameForm({ go, onDone }: { go?: string; onDone?(): void }) {
  const text = words().person;
  const [name, setName] = useState(me.value?.name ?? "");
  const send = async (event: Event) => {
    event.preventDefault();
    if (!wasDone(await ask("name", { name: name.trim() }))) return;
    me.value = { ...me.value, name: name.trim() };
    onDone?.();
  };
  return (
    <form onSubmit={send}>
      <label>{text.askName}<Limited value={name} most={limits().name} autocomplete="nickname" onText={setName} /></label>
      <button class="main" disabled={!name.trim()}>{go ?? text.keep}</button>
    </form>
  );
}

export const settingsOpen = signal(false);

export function SettingsDialog() {
  const text = words().person;
  const onClose = () => (settingsOpen.value = false);
  return (
    <Dialog title={words().settings} onClose={onClose}>
      <div class="settings">
        <label>{text.language}
          <select value={language.value} onChange={(event) => speak(event.currentTarget.value as Language)}>
            <option value="en" lang="en">English</option>
            <option value="de" lang="de">Deutsch</option>
          </select>
        </label>
        <label>{text.light}
          <select value={light.value} onChange={(event) => (light.value = event.currentTarget.value as typeof light.value)}>
            {Object.entries(text.lights).map(([value, say]) => <option key={value} value={value}>{say}</option>)}
          </select>
        </label>
        <label class="row check"><input type="checkbox" checked={sound.value} onChange={() => (sound.value = !sound.value)} />{text.sound}</label>
        {canNotify() ? <label class="row check"><input type="checkbox" checked={notifying.value === "yes"} onChange={() => void setNotifying(notifying.value !== "yes")} />{sideWords().notify.setting}</label> : null}
        <label class="row check"><input type="checkbox" checked={moving.value} onChange={() => (moving.value = !moving.value)} />{text.moving}</label>
        <label class="row check"><input type="checkbox" checked={noises.value} onChange={() => (noises.value = !noises.value)} />{text.noises}</label>
        <label class="row check"><input type="checkbox" checked={confirming.value} onChange={() => (confirming.value = !confirming.value)} />{text.confirming}</label>
        <label class="row check"><input type="checkbox" checked={covering.value} onChange={() => (covering.value = !covering.value)} />{text.covering}</label>
        <label class="row check"><input type="checkbox" checked={helping.value} onChange={() => (helping.value = !helping.value)} />{text.helping}</label>
        {me.value?.name ? <details><summary>{text.change}</summary><NameForm onDone={onClose} /></details> : null}
        {me.value?.person ? <><OtherDevice /><Passphrase /></> : null}
      </div>
    </Dialog>
  );
}

function OtherDevice() {
  const text = words().person;
  const [link, setLink] = useState<{ link: string; qr: string[] } | null>(null);
  const show = async () => {
    const answer = await ask("link");
    if (wasDone(answer)) setLink(answer as unknown as { link: string; qr: string[] });
  };
  return (
    <details>
      <summary>{text.device}</summary>
      <p class="soft">{text.deviceHow}</p>
      {link ? (
        <>
          <Qr rows={link.qr} />
          <input readOnly value={link.link} aria-label={text.device} onFocus={(event) => event.currentTarget.select()} />
        </>
      ) : (
        <button type="button" onClick={show}>{text.deviceGo}</button>
      )}
      <button type="button" onClick={async () => wasDone(await ask("logout", { others: true })) && say(text.done)}>{text.logoutOthers}</button>
    </details>
  );
}

function Passphrase() {
  const text = words().person;
  const [name, setName] = useState("");
  const [phrase, setPhrase] = useState("");
  const [back, setBack] = useState(false);
  const send = async (event: Event) => {
    event.preventDefault();
    const answer = await (back ? logIn("login", { name, passphrase: phrase }) : ask("account", { passphrase: phrase }));
    if (!wasDone(answer)) return;
    setPhrase("");
    say(text.done);
  };
  return (
    <details>
      <summary>{text.account}</summary>
      <p class="soft">{me.value?.kept ? text.accountKept : text.accountHow}</p>
      <form onSubmit={send}>
        <label class="row check"><input type="checkbox" checked={back} onChange={() => setBack(!back)} />{text.login}</label>
        {back ? <label>{text.name}<input value={name} autocomplete="username" onInput={(event) => setName(event.currentTarget.value)} /></label> : null}
        <label>{text.passphrase}
          <input type="password" value={phrase} minLength={8} autocomplete={back ? "current-password" : "new-password"} onInput={(event) => setPhrase(event.currentTarget.value)} />
        </label>
        <button disabled={phrase.length < 8 || (back && !name)}>{back ? text.loginGo : text.accountSet}</button>
      </form>
      <button type="button" onClick={async () => wasDone(await ask("logout")) && reconnect()}>{text.logout}</button>
    </details>
  );
}

/** Shown to a person who has opened a link from another device. */
export function TakeDevice({ token }: { token: string }) {
  const text = words().person;
  const take = async () => {
    if (!wasDone(await logIn("device", { token }))) return;
    say(text.deviceDone);
    goTo("");
  };
  return (
    <main class="card welcome">
      <p>{text.deviceAsk}</p>
      <div class="row"><button type="button" class="main" onClick={take}>{text.deviceTake}</button><a class="button" href={linkTo("")}>{words().cancel}</a></div>
    </main>
  );
}
