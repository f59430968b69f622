/* What is printed on cards and board: web/printed.mjs takes it from the table of the rules. */
declare module "printed:integralis" {
  type Machine = "collate" | "fold" | "glue" | "sew";
  type WorkerName = "fritz" | "greta" | "hugo" | "wilma" | "ida" | "jupp" | "kathi" | "lars" | "moni";
  type Card = WorkerName | "f0" | "f1" | "overtime" | "sabotage5" | "sabotage2" | "coffee" | "illness" | "vitamins" | "byebye" | "meeting" | "mixup";
  type Order = "o4" | "o5" | "o6" | "o7" | "o8" | "o9" | "o10" | "o11" | "o12" | "o13" | "o14" | "o15";
  export const printed: {
    /** Cards of a full hand, and finished orders that end the game. */
    hand: number;
    goal: number;
    /** Hours of labour for one task. */
    needs: Record<Machine, number>;
    /** Labour in hours; a price of 0 is NO. */
    workers: Record<WorkerName, { labour: number; temp: boolean; price: number }>;
    /** Tasks in the machines' order. */
    orders: Record<Order, { pay: number; tasks: Machine[] }>;
    /** By the card that is countered. */
    counters: Partial<Record<Card, Card>>;
    /** What a repair costs. */
    damage: Record<"sabotage5" | "sabotage2", number>;
  };
}
