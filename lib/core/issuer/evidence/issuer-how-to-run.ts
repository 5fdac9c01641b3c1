import type { HowToRun } from '../../engine/evidence/next-for-you'
import type { NextStep } from '../../engine/evidence/z-session-view'
import type { IssuanceEvidence } from '../../engine/sessions/session-evidence'
import { deviationOf } from '../deviations'
import { isOfferSpent } from './issuer-view'

/**
 * How an issuance is run, as it stands: the code is scanned again while its offer lives. After that, what the next step
 * names still works without a new session.
 */
export function issuerHowToRun(evidence: IssuanceEvidence, nextStep: NextStep | null): HowToRun {
  const { session } = evidence
  const isUsed = nextStep?.survives.some(({ kind, lives }) => kind === 'offer' && !lives) ?? false
  return {
    begin: 'Scan the code with the wallet, or open its link on the device of the wallet.',
    again: againIn(session, {
      isSpent: isUsed || isOfferSpent(evidence),
      goesOn: (nextStep?.operation ?? null) !== null,
    }),
    test: testAfter(evidence),
  }
}

function againIn(
  { campaignId, origin }: IssuanceEvidence['session'],
  { isSpent, goesOn }: { readonly isSpent: boolean; readonly goesOn: boolean },
): string {
  if (campaignId !== undefined) return 'try this step of the campaign again'
  if (origin === 'wallet_initiated') return 'start again in the wallet'
  if (!isSpent) return 'scan again'
  return goesOn ? 'go on in this session, or start a new one and scan again' : 'start a new session and scan again'
}

function testAfter({ session, events }: IssuanceEvidence): HowToRun['test'] {
  if (session.campaignId !== undefined) return { do: 'Go on with the next step of the campaign.', test: 'campaign' }
  const isHeld = deviationOf(session) === null && events.some(({ type }) => type === 'credential_issued')
  return isHeld
    ? { do: 'Ask it back: have the wallet present this credential.', test: 'ask_back' }
    : { do: 'It did as it should. Run the Smoke campaign next.', test: 'smoke' }
}
