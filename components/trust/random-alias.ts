const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** A list_alias that nobody else has: 20 random lower-case letters and digits. */
export function randomAlias(): string {
  let alias = ''
  while (alias.length < 20)
    // The bytes above would make the first letters likelier than the others.
    for (const byte of crypto.getRandomValues(new Uint8Array(32)))
      if (byte < 252 && alias.length < 20) alias += letters[byte % letters.length]
  return alias
}
