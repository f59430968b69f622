/* The line is opened, and a table asked for, before the page is there: on a slow line they travel while it does. For that
 * index.html has this script wait for nothing, style sheets included. */
import { connect, openTable, tableAt } from "./line";

connect();
const table = tableAt(location.hash);
if (table) openTable(table);
void import("./page");
