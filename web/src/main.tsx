import { render } from "preact";
import { App } from "./app";
import { connect } from "./line";

connect();
render(<App />, document.getElementById("app")!);
