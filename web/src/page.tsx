/* Everything visible. main.ts loads it while it connects to the server. */
import { render } from "preact";
import "./style.css";
import "./house.css";
import { App } from "./app";
import { install } from "./offline/install";
import { offline } from "./offline/socket";
import { language, speak } from "./words";

speak(language.value);
if (offline) install();
const show = () => render(<App />, document.getElementById("app")!);
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", show);
else show();
