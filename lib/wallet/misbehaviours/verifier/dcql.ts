import { readClaims } from '../../formats/sd-jwt-vc/disclosures'
import type { SdJwtDraft } from '../../formats/sd-jwt-vc/present'
import { readJws } from '../../jose/jws'
import type { JsonObject } from '../../json'
import { need } from '../../run'
import type { PathStep } from '../../verifier/dcql/dcql-query'
import { disclosuresOf, selectByPath } from '../../verifier/dcql/match'
import { asking, claims, inIssuance, inIssuerJwt, inPresentation, inQuery, invalidPresentation, pid } from './builders'
import type { PresentationMisbehaviour } from './misbehaviour'

/** The disclosures that reveal the claims at this path. */
const at = ({ issuerJwt, held }: SdJwtDraft, ...path: PathStep[]): string[] => {
  const root = readClaims(need(readJws(issuerJwt), 'issuer JWT').claims, [...held])
  return selectByPath(root, path).flatMap(({ node }) => [...disclosuresOf(node)])
}

const show = ({ disclosures, held }: SdJwtDraft, ...more: string[]): void => {
  const shown = new Set([...disclosures, ...more])
  disclosures.splice(0, disclosures.length, ...held.filter((one) => shown.has(one)))
}
const hide = ({ disclosures }: SdJwtDraft, ...less: string[]): void => {
  disclosures.splice(0, disclosures.length, ...disclosures.filter((one) => !less.includes(one)))
}

/** The wallet's own credential has two nationalities. */
const foreign = { profile: { credential: 'foreign' } } as const

const withSets: JsonObject = {
  claims: [
    { id: 'name', path: ['family_name'] },
    { id: 'born', path: ['birthdate'] },
  ],
  claim_sets: [['name'], ['born']],
}

/** What is requested, what is shown, and what is withheld (OID4VP-1FINAL-6, 7). */
export const dcqlMisbehaviours: PresentationMisbehaviour[] = [
  inIssuerJwt('vp.dcql.vct', 'Presents a credential of another type', invalidPresentation, ({ claims: payload }) => {
    payload.vct = 'urn:example:another-type'
  }),
  inPresentation('vp.dcql.claims_present', 'Keeps back a claim that is asked for', invalidPresentation, (draft) =>
    hide(draft, ...at(draft, 'family_name')),
  ),
  inPresentation(
    'vp.dcql.claim_set',
    'Shows none of the claim sets',
    invalidPresentation,
    (draft) => hide(draft, ...draft.disclosures),
    { needs: asking(pid(withSets)) },
  ),
  inQuery(
    'vp.dcql.claim_set_preference',
    'Shows the second claim set although it has the first',
    'accepted',
    ({ credentials }) => {
      credentials[0]?.claimSets?.reverse()
    },
    { needs: asking(pid(withSets)) },
  ),
  inQuery(
    'vp.dcql.values',
    'Shows a claim with another value than is asked for',
    'accepted',
    ({ credentials }) => {
      for (const claim of credentials[0]?.claims ?? []) claim.values = null
    },
    { needs: asking(pid({ claims: [{ path: ['family_name'], values: ['A Name Of Nobody'] }] })) },
  ),
  inPresentation(
    'vp.dcql.path_null_index',
    'Shows an array without the elements that are asked for',
    invalidPresentation,
    (draft) => hide(draft, ...[0, 1].flatMap((place) => at(draft, 'nationalities', place).slice(-1))),
    {
      needs: { ...asking(pid(claims(['nationalities', null]))), ...foreign },
      alsoFails: ['vp.dcql.claims_present', 'vp.min.no_parent_overreach', 'vp.min.only_requested_sdjwt'],
      decidedBy: 'vp.dcql.claims_present',
    },
  ),
  inQuery(
    'vp.dcql.trusted_authority_aki',
    'Presents a credential of an authority that is not asked for',
    'accepted',
    ({ credentials }) => {
      for (const query of credentials) query.trustedAuthorities = null
    },
    {
      needs: asking(
        pid({
          ...claims(['family_name']),
          trusted_authorities: [{ type: 'aki', values: ['s9tIpPmhxdiuNkHMEWNpYim8S8Y'] }],
        }),
      ),
    },
  ),
  inPresentation(
    'vp.dcql.holder_binding',
    'Presents without a proof of holder binding',
    invalidPresentation,
    (draft) => {
      draft.finish = (compact) => compact.slice(0, compact.lastIndexOf('~') + 1)
    },
    { alsoFails: ['vp.kb.present'] },
  ),
  inPresentation(
    'vp.min.no_claims_requested',
    'Shows a claim although none is asked for',
    'accepted',
    (draft) => show(draft, ...at(draft, 'family_name')),
    { needs: asking(pid()) },
  ),
  inPresentation('vp.min.only_requested_sdjwt', 'Shows a claim that is not asked for', 'accepted', (draft) =>
    show(draft, ...at(draft, 'email')),
  ),
  inQuery(
    'vp.min.single_claim_set',
    'Shows two claim sets although one is enough',
    'accepted',
    ({ credentials }) => {
      for (const query of credentials) query.claimSets = null
    },
    { needs: asking(pid(withSets)) },
  ),
  inPresentation(
    'vp.min.no_parent_overreach',
    'Shows the country of an address although only the town is asked for',
    'accepted',
    (draft) => show(draft, ...at(draft, 'address', 'country')),
    { needs: asking(pid(claims(['address', 'locality']))), alsoFails: ['vp.min.only_requested_sdjwt'] },
  ),
  inQuery(
    'vp.min.array_elements',
    'Shows all elements of an array although one is asked for',
    'accepted',
    ({ credentials }) => {
      for (const claim of credentials[0]?.claims ?? []) claim.path = ['nationalities', null]
    },
    { needs: { ...asking(pid(claims(['nationalities', 0]))), ...foreign }, alsoFails: ['vp.min.only_requested_sdjwt'] },
  ),
  inIssuance(
    'vp.min.non_sd_payload',
    'Presents a credential that shows an email address to everybody',
    'accepted',
    ({ payload, disclosable }) => {
      payload.email = disclosable.email
      delete disclosable.email
    },
  ),
]
