import type { Like } from "../../words";
import type { en } from "./words.en";

export const de: Like<typeof en> = { title: "Incorporated" };
