import { checkById } from '@/lib/core/checks/registry'

/** Where a check looks, as kind of token and path in it; `null` when it judges no single member. */
export function memberOf(checkId: string): { readonly kind: string; readonly path: string } | null {
  const judges = checkById(checkId)?.judges
  return judges?.member === undefined ? null : { kind: judges.token, path: judges.member }
}
