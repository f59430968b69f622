/* What is printed on the cards and the board. web/printed.mjs reads it from the tables of the rules. */
declare module "printed:integralis" {
  type Machine = "collate" | "fold" | "glue" | "sew";
  type WorkerName = "fritz" | "greta" | "hugo" | "wilma" | "ida" | "jupp" | "kathi" | "lars" | "moni";
  type Card = WorkerName | "f0" | "f1" | "overtime" | "sabotage5" | "sabotage2" | "coffee" | "illness" | "vitamins" | "byebye" | "meeting" | "mixup";
  type Order = "o4" | "o5" | "o6" | "o7" | "o8" | "o9" | "o10" | "o11" | "o12" | "o13" | "o14" | "o15";
  export const printed: {
    /** The number of cards in a full hand, and the number of finished orders that ends the game. */
    hand: number;
    goal: number;
    /** Hours of labour for one task. */
    needs: Record<Machine, number>;
    /** Labour is in hours. A price of 0 means that the worker cannot be bribed. */
    workers: Record<WorkerName, { labour: number; temp: boolean; price: number }>;
    /** Tasks are in the order of the machines. */
    orders: Record<Order, { pay: number; tasks: Machine[] }>;
    /** The counter to each card. */
    counters: Partial<Record<Card, Card>>;
    /** The cost of a repair. */
    damage: Record<"sabotage5" | "sabotage2", number>;
  };
}
