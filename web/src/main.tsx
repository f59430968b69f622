import { render } from "preact";
import "./style.css";
import "./house.css";
import { App } from "./app";
import { connect } from "./line";
import { install } from "./offline/install";
import { offline } from "./offline/socket";
import { language, speak } from "./words";

speak(language.value);
connect();
if (offline) install();
render(<App />, document.getElementById("app")!);
