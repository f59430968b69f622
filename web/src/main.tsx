import { render } from "preact";
import "./style.css";
import { App } from "./app";
import { connect } from "./line";

connect();
render(<App />, document.getElementById("app")!);
