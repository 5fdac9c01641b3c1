import type { TrustKeys, TrustRole } from '../../ports/trust'
import type { TrustListName } from './profiles'

/** The roles whose authorities stand on each list. Nobody here certifies wallet providers, and lists are no authority. */
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
export const listedAnchors = (list: TrustListName, keys: Pick<TrustKeys, 'anchor' | 'operator'>): readonly string[] =>
  list === 'lists' ? keys.operator.x5c.slice(0, 1) : listedRoles[list].map((role) => keys.anchor(role).der)
