// Client: it begins with what this browser chose last.
'use client'

import { useState } from 'react'
import { SentenceSelect, sentenceWord } from '../start/sentence-select'
import { verifierSentence } from '../start/session-form-controls'
import { type TrustChoice, useTrust } from '../start/trust-store'

const policies = [
  { value: '', label: 'warns and asks' },
  { value: 'refuse', label: 'refuses' },
]

/** The words of a campaign's form that choose whom its wallet has to trust, and what it does where it may choose. */
export function TrustSelect({ byDefault }: { readonly byDefault: TrustChoice }) {
  const [choice, choose] = useTrust(byDefault)
  const [policy, setPolicy] = useState('')
  return (
    <p className="text-ink-2">
      Presentations under{' '}
      <SentenceSelect
        name="trust_framework"
        value={choice}
        onChange={choose}
        {...sentenceWord(verifierSentence.trust_framework)}
      />{' '}
      trust. Where European law lets it choose, the wallet{' '}
      <SentenceSelect
        name="wallet_policy"
        label="What the wallet does about wrong trust"
        value={policy}
        onChange={setPolicy}
        choices={policies}
      />
      .
    </p>
  )
}
