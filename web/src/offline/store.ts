/* Stores tables in this browser's IndexedDB, one row each. */
import type { Kept, Recorded } from "./device";

function promised<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
}

export class Store {
  private constructor(private readonly db: IDBDatabase) {}

  static async open(): Promise<Store> {
    const request = indexedDB.open("kickback", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("tables", { keyPath: "name" });
      request.result.createObjectStore("person");
    };
    return new Store(await promised(request));
  }

  private rows(name: "tables" | "person", mode: IDBTransactionMode): IDBObjectStore {
    return this.db.transaction(name, mode, { durability: "strict" }).objectStore(name);
  }

  all(): Promise<(Kept | Recorded)[]> {
    return promised(this.rows("tables", "readonly").getAll());
  }

  table(name: string): Promise<Kept | Recorded | undefined> {
    return promised(this.rows("tables", "readonly").get(name));
  }

  /** Resolves when the table is safely stored. Resolves to false, without a change, if it is not the next version. */
  put(table: Kept): Promise<boolean> {
    const rows = this.rows("tables", "readwrite");
    let follows = true;
    const before = rows.get(table.name) as IDBRequest<Kept | undefined>;
    before.onsuccess = () => {
      follows = (before.result?.version ?? 0) === table.version - 1;
      if (follows) rows.put(table);
    };
    return new Promise((done, fail) => {
      rows.transaction.oncomplete = () => done(follows);
      rows.transaction.onabort = () => fail(rows.transaction.error);
    });
  }

  async remove(name: string): Promise<void> {
    await promised(this.rows("tables", "readwrite").delete(name));
  }

  name(): Promise<string | undefined> {
    return promised(this.rows("person", "readonly").get("name"));
  }

  async setName(name: string): Promise<void> {
    await promised(this.rows("person", "readwrite").put(name, "name"));
  }
}
