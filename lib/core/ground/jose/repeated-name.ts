/** Members of a token that are read as keys: the names in a key are unique too. */
const keys: readonly string[] = ['header.jwk', 'claims.cnf', 'claims.attested_keys']

/**
 * The first header parameter, claim or member of a key among the repeated members of a JWT, e.g. `header.jwk.kty`; `null` where
 * there is none. The texts leave other members inside a value alone.
 * @param paths as in `ReadableJwt.duplicates`
 * @see RFC7515-4, RFC7519-4, RFC7517-4
 */
export function repeatedName(paths: readonly string[]): string | null {
  for (const path of paths) {
    const names = path.split('/').map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    const [part, member] = names
    if (names.length === 2 || keys.includes(`${part}.${member}`)) return names.join('.')
  }
  return null
}
