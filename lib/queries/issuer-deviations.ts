import 'server-only'
import { expectName } from '@/lib/core/engine/deviations/deviation'
import { issuerDeviations } from '@/lib/core/issuer/deviations'
import type { IssuerDeviation, IssuerNeeds } from '@/lib/core/issuer/deviations/issuer-deviation'
import { carelessWallet } from './misbehaviours'

/** A fault of an issuance, as offered in a form. */
export interface IssuerDeviationChoice {
  readonly id: string
  readonly title: string
  readonly expects: ReturnType<typeof expectName>
  /** Members that the session needs for it. */
  readonly needs: IssuerNeeds
  /** The format that the credential needs; `null` for any. */
  readonly format: NonNullable<IssuerDeviation['format']> | null
  /** What the built-in wallet does wrong that fails the test; `null` if none of its misbehaviours does. */
  readonly careless: string | null
}

/** Every fault, in the order of the interface. Forms are given them: their functions stay on the server. */
export const issuerDeviationChoices = (): IssuerDeviationChoice[] =>
  issuerDeviations.map(({ id, title, expects, needs = {}, format = null }) => ({
    id,
    title,
    expects: expectName(expects),
    needs,
    format,
    careless: carelessWallet(id)?.title ?? null,
  }))
