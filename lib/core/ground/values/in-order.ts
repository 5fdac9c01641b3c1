/** Names, those of `first` before the others, which keep their order. */
export const inOrder = (names: readonly string[], first: readonly string[]): string[] => [
  ...first,
  ...names.filter((name) => !first.includes(name)),
]
