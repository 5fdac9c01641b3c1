// Client: begins with what this browser chose last.
'use client'

import { useState, useSyncExternalStore } from 'react'
import type { SentenceWord } from '@/lib/core/engine/sessions/session-form'
import { Icon } from '../ui/icon'
import { verifierSentence } from './session-form-controls'

interface SentenceSelectProps {
  readonly name: string
  /** Accessible name; the surrounding sentence provides the context. */
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly choices: readonly { readonly value: string; readonly label: string }[]
}

/** Option values with the word that each shows in the sentence. */
export const sentenceWord = ({ label, choices }: SentenceWord) => ({
  label,
  choices: choices.map(([value, words]) => ({ value, label: words })),
})

/** A select that reads like a word of the sentence. */
export function SentenceSelect({ name, label, value, onChange, choices }: SentenceSelectProps) {
  return (
    <span className="relative inline-block max-w-full">
      <select
        name={name}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="field-sizing-content min-h-6 max-w-full appearance-none truncate rounded-none border-b-[1.5px] border-control bg-transparent pr-[17px] pl-px leading-[1.35] font-[550] text-ink hover:border-ink [&>option]:bg-surface"
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <Icon name="down" className="pointer-events-none absolute top-1/2 right-[3px] -mt-1 size-[11px] text-ink-3" />
    </span>
  )
}

/** Trust framework in form fields; empty for the test root, which requests omit. */
export type TrustChoice = '' | 'eu'

const storageKey = 'wallet-capture.trust'

const listeners = new Set<() => void>()

/** Parses a stored choice; `null` if it is none. */
export const parseTrust = (text: string | null): TrustChoice | null =>
  text === 'eu' ? 'eu' : text === 'test_root' ? '' : null

/** Choice made on this page while storage is blocked. */
let chosen: TrustChoice | null = null

function readTrust(): TrustChoice | null {
  try {
    return parseTrust(localStorage.getItem(storageKey)) ?? chosen
  } catch {
    return chosen
  }
}

function write(choice: TrustChoice): void {
  chosen = choice
  try {
    localStorage.setItem(storageKey, choice === 'eu' ? 'eu' : 'test_root')
  } catch {
    // Kept as long as the page is open.
  }
  for (const listener of listeners) listener()
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  window.addEventListener('storage', changed)
  return () => {
    listeners.delete(changed)
    window.removeEventListener('storage', changed)
  }
}

/** Last choice in this browser, in any form; else the installation's default. */
export function useTrust(byDefault: TrustChoice): readonly [TrustChoice, (choice: string) => void] {
  const choice = useSyncExternalStore(subscribe, readTrust, () => null) ?? byDefault
  return [choice, (value) => write(value === 'eu' ? 'eu' : '')]
}

const policies = [
  { value: '', label: 'warns and asks' },
  { value: 'refuse', label: 'refuses' },
]

/** Words of the campaign form that choose the trust framework, and the wallet's policy where it has a choice. */
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
