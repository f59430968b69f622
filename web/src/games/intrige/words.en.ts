export const en = { title: "Intrige" };
