import { defineCheck } from '../../../engine/checks/check'
import { judgeListing, listedParties } from '../../../engine/judgements/judge-listing'
import { onX5c } from '../../judgements/on-x5c'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtIssuerListed = defineCheck<PresentedSubject>('vp.sdjwt.issuer_listed', {
  title: 'Issuer of the credential is on a list of issuers',
  problem: 'The issuer of the credential is on no list of issuers',
  clauses: ['E602-D', 'E602-H'],
  level: 'info',
  profile: 'eu',
  toldUnclaimed: true,
  judges: { token: 'presented_credential', member: 'header.x5c' },
  why: 'Lists of trusted entities name the issuers that Member States have notified. The clauses of ETSI are cited after the EU libraries.',
  hint: 'Present a credential of a listed issuer, or add a list that names this one (trust/lists.json).',
  run: onX5c(({ facts }, { issuerSignature }) =>
    judgeListing(facts, { signed: issuerSignature.result === 'valid', who: listedParties.issuer }),
  ),
})
