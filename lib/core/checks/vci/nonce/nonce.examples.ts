import {
  freshNonce,
  goodAttestationProof,
  goodProofs,
  noNonce,
  noProofs,
  unreadableJwt,
} from '../../../oid4vci/proof/fixtures/good-proofs'
import type { ProofsReading } from '../../../oid4vci/proof/proofs-reading'
import type { NonceFacts } from '../../../oid4vci/proof/read-nonce'

/** Readings that each check passes, finds violated (or tolerates), or has nothing to say about. */
interface Examples {
  readonly pass: readonly ProofsReading[]
  readonly violated: readonly ProofsReading[]
  readonly notApplicable: readonly ProofsReading[]
}

const nonce = (state: NonceFacts['state'], source: NonceFacts['source'] = null): ProofsReading => ({
  ...goodProofs,
  nonce: { ...freshNonce, state, source },
})
const none = [noProofs, unreadableJwt, { ...goodProofs, nonce: noNonce }, nonce('not_a_string')]

export const examples: Readonly<Record<string, Examples>> = {
  'vci.nonce.known': {
    pass: [goodProofs, goodAttestationProof, nonce('spent', 'nonce_endpoint')],
    violated: [nonce('unknown'), nonce('expired', 'nonce_endpoint'), nonce('other_issuer')],
    notApplicable: none,
  },
  'vci.nonce.not_reused': {
    pass: [goodProofs, goodAttestationProof, nonce('expired', 'nonce_endpoint')],
    violated: [nonce('spent', 'nonce_endpoint')],
    notApplicable: [nonce('unknown'), nonce('other_issuer'), ...none],
  },
  'vci.nonce.source': {
    pass: [goodProofs, nonce('spent', 'nonce_endpoint')],
    violated: [nonce('fresh', 'token_response')],
    notApplicable: [nonce('unknown'), nonce('other_issuer'), ...none],
  },
}
