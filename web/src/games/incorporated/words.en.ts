export const en = { title: "Incorporated" };
