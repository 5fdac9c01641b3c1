import { trustAddress } from '../../trust-addresses'
import type { TrustListName } from '../profiles'

/** Whose list it is: the installation's, that of one session, or the one behind a lasting address. */
export type ListScope =
  | { readonly kind: 'installation' }
  | { readonly kind: 'session'; readonly trustId: string }
  | { readonly kind: 'alias'; readonly alias: string }

/** What the addresses of the lists of a scope begin with. */
function listsBase(baseUrl: string, scope: ListScope): string {
  switch (scope.kind) {
    case 'installation':
      return `${baseUrl}/trust/lists`
    case 'session':
      return `${trustAddress.session(baseUrl, scope.trustId)}/lists`
    case 'alias':
      return `${baseUrl}/trust/a/${scope.alias}/lists`
  }
}

/** The address of a list. */
export const listUri = (baseUrl: string, scope: ListScope, list: TrustListName): string =>
  `${listsBase(baseUrl, scope)}/${list}.jwt`

/** Names the releases of a list, those of each scope by themselves. */
export const releaseKey = (scope: ListScope, list: TrustListName): string => {
  switch (scope.kind) {
    case 'installation':
      return `list/${list}`
    case 'session':
      return `list/s/${scope.trustId}/${list}`
    case 'alias':
      return `list/a/${scope.alias}/${list}`
  }
}
