import { area, of } from '../../engine/checks/area'
import { decidedBy, notApplicable, notObserved, pass, violated } from '../../engine/checks/check'
import { hasUnrecordedReads } from '../../engine/evidence/trust-parts'
import { exchangesOf, firstFlowExchange, type IssuanceEvidence } from '../../engine/sessions/session-evidence'
import { bare, say } from '../../shared/values/wording'
import { behaviourOf } from '../configurations/issuer-in-play'
import { deviationOf } from '../deviations'

export const trustSession = area(
  'vci.trust',
  { subject: of<IssuanceEvidence>(), profile: 'eu' },
  {
    signed_metadata_read: {
      title: 'Wallet reads the signed issuer metadata before it asks for anything',
      problem: 'The wallet did not read the signed issuer metadata before it asked for anything',
      clauses: ['ARF3-ISSU_24', 'ARF3-ISSU_34'],
      level: 'must',
      why: 'Only the signature of the metadata shows the access certificate of the issuer, which a wallet has to verify first.',
      hint: 'Ask for the credential issuer metadata with Accept: application/jwt, and verify the signature and its certificates.',
      run: (evidence) => {
        const { session } = evidence
        if (session.options.trust === undefined)
          return notApplicable(say`The session is outside the European trust framework.`)
        if (behaviourOf(session).signed_metadata === 'never') return notApplicable(say`This issuer signs no metadata.`)
        const signed = exchangesOf(evidence, 'getIssuerMetadata').find(
          ({ response }) => response.contentType?.startsWith('application/jwt') === true,
        )
        const first = firstFlowExchange(evidence)
        if (signed !== undefined && (first === null || signed.at <= first.at)) return decidedBy(signed, pass())
        return first === null
          ? notObserved(say`The wallet has not started yet.`)
          : decidedBy(first, violated({ expected: say`application/jwt`, actual: bare.notAskedFor }))
      },
    },
    registration_status_read: {
      title: 'Wallet reads the status of the registration of its issuer before it asks for the credential',
      problem:
        'The wallet did not read the status of the registration of its issuer before it asked for the credential',
      clauses: ['ARF3-RPRC_22a', 'E475-6.2.6.2'],
      level: 'must',
      why: 'A registration that was revoked says nothing, and only its status list shows that. The clause of ETSI is cited after the EU libraries.',
      hint: 'Fetch uri of status_list in the registration certificate of issuer_info, and look at the entry idx, before the credential request.',
      run: (evidence) => {
        const { session, events } = evidence
        if (session.options.trust?.registration?.source !== 'made')
          return notApplicable(say`The issuer shows no registration certificate of ours.`)
        const { claims, header, signer, compact, shown } = deviationOf(session)?.changes.trust ?? {}
        if ([claims, header, signer, compact, shown].some((change) => change !== undefined))
          return notApplicable(say`The registration certificate is wrong on purpose.`)
        const read = events.find(({ type, detail }) => type === 'trust_resource_read' && detail.resource === 'status')
        const [request] = exchangesOf(evidence, 'requestCredential')
        if (read !== undefined && (request === undefined || read.at <= request.at))
          return read.exchangeId === null ? pass() : decidedBy({ id: read.exchangeId }, pass())
        if (read === undefined && hasUnrecordedReads(events)) return notObserved(say`More was read than is on record.`)
        return request === undefined
          ? notObserved(say`The wallet has not asked for a credential yet.`)
          : decidedBy(request, violated({ expected: say`a request for the list`, actual: bare.none }))
      },
    },
  },
)
