// Client: it begins with what this browser chose last.
'use client'

import { SentenceSelect, sentenceWord } from '../start/sentence-select'
import { verifierSentence } from '../start/session-form-fields'
import { type TrustChoice, useTrust } from '../start/trust-store'

/** The words of a campaign's form that choose whom its wallet has to trust. */
export function TrustSelect({ byDefault }: { readonly byDefault: TrustChoice }) {
  const [choice, choose] = useTrust(byDefault)
  return (
    <p className="text-ink-2">
      Presentations under{' '}
      <SentenceSelect
        name="trust_framework"
        value={choice}
        onChange={choose}
        {...sentenceWord(verifierSentence.trust_framework)}
      />{' '}
      trust.
    </p>
  )
}
