import { createHash, type X509Certificate } from 'node:crypto'
import { readJws, verifyEs256 } from '../../jose/jws'
import { stringMember, stringsMember } from '../../json'
import { subjectAttribute } from '../certificates/certificate-content'
import { isCurrent, judgeChain, readChainCertificate } from '../certificates/chain'
import { finding, type ListReason, type TrustFinding } from '../finding'
import { clockSkewMillis } from '../trust-context'
import { readTrustList, type TrustList } from './trust-list'

/** Who may sign a list, what kind it has to be, and how it is called in messages. */
export interface ExpectedList {
  operators: readonly X509Certificate[]
  /** Null takes any kind. */
  type: string | null
  name: string
  /** Epoch milliseconds. */
  now: number
}

/**
 * Verifies a list in its compact JWS: the operator's certificate and signature, the operator's territory and name in the list, its
 * kind, its times (E602-6.3, 6.8). A list that is not valid names nobody.
 */
export function verifyTrustList(
  compact: string,
  { operators, type, name, now }: ExpectedList,
): TrustList | TrustFinding {
  const wrong = (reason: ListReason, what: string) => finding(reason, `The list of ${name} ${what}`)
  const jws = readJws(compact.trim())
  if (jws === null) return wrong('list_unreadable', 'is not a signed JWT')
  const x5c = stringsMember(jws.header, 'x5c') ?? []
  const signer = readChainCertificate(x5c[0] ?? '')
  if (signer === null) return wrong('list_unreadable', 'names no certificate of its signer')
  const isOperator =
    operators.some(({ raw }) => raw.equals(signer.raw)) || judgeChain(x5c, operators, now).ends === 'at_anchor'
  if (!isOperator) return wrong('list_operator', 'is signed by somebody who is not its operator')
  if (!isCurrent(signer, now))
    return wrong('list_operator', 'is signed with a certificate that is not valid at this time')
  const hash = stringMember(jws.header, 'x5t#S256')
  const isBound = hash === null || hash === createHash('sha256').update(signer.raw).digest('base64url')
  if (!isBound || !verifyEs256(jws, signer.publicKey))
    return wrong('list_signature', 'has a signature that does not verify')
  const list = readTrustList(jws.claims)
  if (list === null) return wrong('list_unreadable', 'lacks a member, or has a malformed one')
  if (type !== null && list.type !== type) return wrong('list_kind', 'is a list of another kind')
  const operator = subjectAttribute(signer, 'organization')
  if (
    list.territory !== subjectAttribute(signer, 'country') ||
    operator === null ||
    !list.operatorNames.includes(operator)
  )
    return wrong('list_operator', 'names another territory or operator than the certificate of its signer')
  if (list.issuedAt > now + clockSkewMillis) return wrong('list_unreadable', 'was issued in the future')
  if (list.nextUpdate <= now) return wrong('list_expired', 'should have been replaced by a newer one')
  return list
}
