export const en = { title: "Integralis" };
