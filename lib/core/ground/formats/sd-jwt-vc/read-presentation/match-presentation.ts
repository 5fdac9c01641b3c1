import type { QueryMatch } from '../../../dcql/dcql-reading'
import { matchCredentialQuery } from '../../../dcql/match-credential-query'
import type { MatchInput } from '../../match-input'

/** Relates a presented SD-JWT VC to a query; `null` when its claims could not be read. Never throws. */
export function matchPresentation({ query, index, reading, alsoAnswers, budget }: MatchInput): QueryMatch | null {
  if (reading.format !== 'dc+sd-jwt' || reading.claimTree === null) return null
  return matchCredentialQuery({
    query,
    index,
    alsoAnswers,
    budget,
    presented: {
      format: reading.format,
      type: reading.vct.value,
      claims: reading.claimTree,
      authorityKeyIdentifiers: reading.x5c?.authorityKeyIdentifiers ?? [],
      holderBindingPresent: reading.kbJwt.present,
      instance: reading.instance,
    },
  })
}
