import type { QueryMatch } from '../../dcql/dcql-reading'
import { matchCredentialQuery } from '../../dcql/match-credential-query'
import type { PidAttribute } from '../../pid/attributes'
import { invariant } from '../../ports/errors'
import type { JsonObject } from '../../values/json'
import { type ClaimDescription, type CredentialFormat, isBound, type MatchInput } from '../credential-format'
import { claimPlaces, claimWords } from '../own-credential'
import { describeSdJwtVc, issueSdJwtVc } from './issue-sd-jwt-vc'
import { readPresentation } from './read-presentation/read-presentation'

/** IETF SD-JWT VC. OID4VCI-1FINALA-A.3 */
export const sdJwtVc: CredentialFormat = {
  format: 'dc+sd-jwt',
  signedWith: 'credential',
  metadata(configuration) {
    invariant(configuration.format === 'dc+sd-jwt', 'The credential configuration is not of format dc+sd-jwt.')
    return {
      format: configuration.format,
      vct: configuration.vct,
      ...(isBound(configuration) ? { cryptographic_binding_methods_supported: ['jwk'] } : {}),
      credential_signing_alg_values_supported: ['ES256'],
    }
  },
  claims: (attributes) =>
    attributes.flatMap((attribute, index) => descriptionsOf(attribute, attributes.slice(0, index))),
  ownClaims: ({ claims }) => ownDescriptions(claims),
  issue: async (input) => issueSdJwtVc(input),
  describe: describeSdJwtVc,
  readPresentation,
  matchQuery: matchPresentation,
}

/** Names of objects that group several attributes and are no attribute themselves. */
const parentDisplay: Readonly<Record<string, PidAttribute['display']>> = { address: { en: 'Address', it: 'Indirizzo' } }

/** A nested claim follows the description of its parent, which is given once. OID4VCI-1FINALA-B.3 */
function descriptionsOf(attribute: PidAttribute, earlier: readonly PidAttribute[]): ClaimDescription[] {
  const [first, ...inner] = attribute.sdJwtPath
  const own = description(attribute.sdJwtPath, attribute.display)
  const parent = parentDisplay[first]
  if (inner.length === 0 || parent === undefined || earlier.some(({ sdJwtPath }) => sdJwtPath[0] === first))
    return [own]
  return [description([first], parent), own]
}

const description = (path: readonly string[], display: PidAttribute['display']): ClaimDescription => ({
  path: [...path],
  mandatory: true,
  display: [
    { name: display.en, locale: 'en' },
    { name: display.it, locale: 'it' },
  ],
})

/**
 * Parents before their members, and `null` for array elements, which have no entry of their own. OID4VCI-1FINALA-B.3,
 * OID4VCI-1FINALA-C
 */
const ownDescriptions = (claims: JsonObject): ClaimDescription[] =>
  claimPlaces(claims)
    .filter(({ path }) => path.at(-1) !== null)
    .map(({ path, name, everywhere }) => ({
      path: [...path],
      mandatory: everywhere,
      display: [{ name: claimWords(name), locale: 'en' }],
    }))

/** Compares a presented SD-JWT VC with a query; `null` if its claims could not be read. Never throws. */
function matchPresentation({
  query,
  index,
  reading,
  extendedTypes = null,
  alsoAnswers,
  budget,
}: MatchInput): QueryMatch | null {
  if (reading.format !== 'dc+sd-jwt' || reading.claimTree === null) return null
  return matchCredentialQuery({
    query,
    index,
    alsoAnswers,
    budget,
    presented: {
      format: reading.format,
      type: reading.vct.value,
      furtherTypes: reading.akaVcts.names,
      extendedTypes,
      claims: reading.claimTree,
      authorityKeyIdentifiers: reading.x5c?.authorityKeyIdentifiers ?? [],
      holderBindingPresent: reading.kbJwt.present,
      instance: reading.instance,
    },
  })
}
