/* Parts of the page that are loaded when they are first shown. */
import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { words } from "./words";

export function lazy<Props extends object>(load: () => Promise<FunctionComponent<Props>>): FunctionComponent<Props> {
  let loaded: FunctionComponent<Props> | null = null;
  return (props) => {
    const [, setReady] = useState(loaded !== null);
    useEffect(() => {
      if (!loaded) void load().then((part) => (loaded = part, setReady(true)));
    }, []);
    const Part = loaded;
    return Part ? <Part {...props} /> : <p class="soft" role="status">{words().loading}</p>;
  };
}
