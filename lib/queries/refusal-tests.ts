import 'server-only'
import { expectName } from '@/lib/core/engine/deviations/deviation'
import { verifierDeviations } from '@/lib/core/verifier/deviations'
import type { VerifierDeviation } from '@/lib/core/verifier/deviations/verifier-deviation'
import { carelessWallets } from './verifier-misbehaviours'

/** A refusal test, as offered in a form. */
export interface RefusalTestChoice {
  readonly id: string
  readonly title: string
  readonly expects: ReturnType<typeof expectName>
  /** What else the session needs for the test to show anything, as a sentence; empty for nothing. */
  readonly needs: string
  /** What the built-in wallet does wrong that fails the test; `null` if none of its misbehaviours does. */
  readonly careless: string | null
}

/** Every refusal test, in the order of the interface. Forms are given them: their functions stay on the server. */
export function refusalTestChoices(): RefusalTestChoice[] {
  const careless = carelessWallets()
  return verifierDeviations.map(({ id, title, expects, needs }) => ({
    id,
    title,
    expects: expectName(expects),
    needs: needsWords(needs),
    careless: careless[id] ?? null,
  }))
}

const transactionWords: Readonly<Record<NonNullable<NonNullable<VerifierDeviation['needs']>['transaction']>, string>> =
  {
    entry: 'transaction_data',
    required_field: 'transaction_data, and transaction_required_field',
    out_of_range: 'transaction_data, and transaction_out_of_range',
  }

function needsWords(needs: VerifierDeviation['needs'] = {}): string {
  const words = [
    ...(needs.profile === undefined ? [] : [`profile ${needs.profile}`]),
    ...(needs.request_uri_method === undefined ? [] : ['a request by POST']),
    ...(needs.request_delivery === undefined || needs.request_uri_method !== undefined
      ? []
      : ['a request by reference']),
    ...(needs.response_mode === undefined ? [] : ['an encrypted response']),
    ...(needs.transaction === undefined ? [] : [transactionWords[needs.transaction]]),
  ]
  return words.length === 0 ? '' : `It needs ${words.join(' and ')}.`
}
