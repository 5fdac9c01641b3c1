import { checkById } from '@/lib/core/wings'

/** Where a check looks: the kind of token and the path in it; `null` if it does not judge a single member. */
export function memberOf(checkId: string): { readonly kind: string; readonly path: string } | null {
  const judges = checkById(checkId)?.judges
  return judges?.member === undefined ? null : { kind: judges.token, path: judges.member }
}
