import { defineCheck, notApplicable } from '../../../engine/checks/check'
import { judgeListing, listedParties } from '../../../engine/judgements/judge-listing'
import { say } from '../../../ground/values/wording'
import { onMdocDocument } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

export const mdocIssuerListed = defineCheck<PresentedSubject>('vp.mdoc.issuer_listed', {
  title: 'Issuer of the document is on a list of issuers',
  problem: 'The issuer of the document is on no list of issuers',
  clauses: ['E602-D', 'E602-H'],
  level: 'info',
  profile: 'eu',
  toldUnclaimed: true,
  judges: { token: 'presented_credential', member: 'documents.0.issuer_auth.x5chain' },
  why: 'Lists of trusted entities name the issuers that Member States have notified. The clauses of ETSI are cited after the EU libraries.',
  hint: 'Present a document of a listed issuer, or add a list that names this one (trust/lists.json).',
  run: onMdocDocument(({ x5chain, issuerSignature }) =>
    x5chain === null
      ? notApplicable(say`The document has no chain of certificates; see vp.mdoc.x5chain.`)
      : judgeListing(x5chain.facts, { signed: issuerSignature.result === 'valid', who: listedParties.issuer }),
  ),
})
