import { render } from "preact";
import "./style.css";
import "./house.css";
import { App } from "./app";
import { connect } from "./line";
import { language, speak } from "./words";

speak(language.value);
connect();
render(<App />, document.getElementById("app")!);
