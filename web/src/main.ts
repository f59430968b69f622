/* Connects and asks for the table before the page is loaded, so that on a slow connection both load at the same time. For
 * this reason index.html loads this script without waiting for anything, not even style sheets. */
import { address, tableAt } from "./address";
import { connect, openTable } from "./line";

const table = tableAt(address.value);
if (table) openTable(table); // first, since its answer may be there already
connect();
void import("./page");
