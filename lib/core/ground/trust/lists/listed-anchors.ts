import type { TrustKeys, TrustRole } from '../../ports/trust'
import type { TrustListName } from './profiles'

/** The roles whose authorities stand on each list. Wallet providers have one of their own, and lists are no authority. */
const listedRoles: Readonly<Record<TrustListName, readonly TrustRole[]>> = {
  'pid-providers': ['pid'],
  'wallet-providers': [],
  'access-certificate-providers': ['access'],
  'registration-certificate-providers': ['registrar'],
  'pub-eaa-providers': ['pid'],
  registrars: ['registrar'],
  lists: [],
}

/** The certificates of this installation that a list anchors, base64 DER; of the list of lists the operator of the others. */
export const listedAnchors = (list: TrustListName, keys: ListedKeys): readonly string[] => {
  if (list === 'lists') return keys.operator.x5c.slice(0, 1)
  if (list === 'wallet-providers') return [keys.walletProvider.der]
  return listedRoles[list].map((role) => keys.anchor(role).der)
}

/** What stands on lists. */
export type ListedKeys = Pick<TrustKeys, 'anchor' | 'operator' | 'walletProvider'>
