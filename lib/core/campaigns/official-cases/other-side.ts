import type { SessionResult } from '../session-result'
import type { OfficialCase } from './official-case'

type Found = SessionResult['found']

/**
 * Of cases that exclude each other, a wallet can pass one side only: the one that it shows on the wire. Says why a session
 * shows the other side of a case; `null` where it does not.
 */
export function otherSide({ id, applies_if: condition }: OfficialCase, found: Found): string | null {
  const excludes = Object.hasOwn(byCase, id)
    ? byCase[id]
    : Object.hasOwn(byCondition, condition ?? '')
      ? byCondition[condition ?? '']
      : undefined
  return excludes?.shows(found) ? excludes.remark : null
}

interface Excluded {
  readonly shows: (found: Found) => boolean
  readonly remark: string
}

const statusIn = (found: Found, id: string) => found[id]?.status

const pushesObject: Excluded = {
  shows: (found) => statusIn(found, 'vci.par.no_request_object') === 'warn',
  remark: 'The wallet pushed a request object, which holds the parameters.',
}

/** A credential request with a jwt proof has one that was read, or tried to be. */
const hasJwt = (found: Found): boolean => !['not_observed', undefined].includes(statusIn(found, 'vci.proof.jwt.parse'))

/** A credential request with proofs in the right form, of one type that the issuer takes: a key attestation if it is no jwt. */
const hasProofs = (found: Found): boolean =>
  ['proofs_present', 'proofs_one_type', 'proof_type_supported', 'proofs_count'].every(
    (name) => statusIn(found, `vci.credential.${name}`) === 'pass',
  )

const byCondition: Readonly<Record<string, Excluded>> = {
  'proof_types:jwt': {
    shows: (found) => hasProofs(found) && !hasJwt(found),
    remark: 'The wallet sent a key attestation as its proof, not a jwt.',
  },
  par_request_object: {
    shows: (found) => statusIn(found, 'vci.request_object.sent') === 'warn',
    remark: 'The wallet pushed plain parameters, not a request object.',
  },
  'proof_types:attestation': { shows: hasJwt, remark: 'The wallet sent a jwt as its proof, not a key attestation.' },
}

const byCase: Readonly<Record<string, Excluded>> = {
  WS_RP_IA_ProtocolFlow_002b: {
    shows: (found) => statusIn(found, 'vp.request.method') === 'warn',
    remark: 'The wallet fetched by GET where the link named POST: see the case about wallets without that feature.',
  },
  WS_RP_IA_ProtocolFlow_002d: {
    shows: (found) => statusIn(found, 'vp.request.method') === 'pass',
    remark: 'The wallet fetched by POST: see the case about wallets with that feature.',
  },
  WS_AP_MS_ProtocolMessages_040a: pushesObject,
}
