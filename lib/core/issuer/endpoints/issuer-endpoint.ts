import { type Endpoint, type JudgedEndpoint, judged } from '../../engine/endpoints/endpoint'
import type { IssuerContext } from '../configurations/issuer-in-play'

/** A judged endpoint that is told which issuer it is called at. */
interface IssuerEndpoint<Reading> extends Pick<JudgedEndpoint<Reading>, 'kind'> {
  read(context: IssuerContext): ReturnType<JudgedEndpoint<Reading>['read']>
  checks(reading: Reading): ReturnType<JudgedEndpoint<Reading>['checks']>
  decide(
    reading: Reading,
    findings: Parameters<JudgedEndpoint<Reading>['decide']>[1],
    context: IssuerContext,
  ): ReturnType<JudgedEndpoint<Reading>['decide']>
}

/**
 * Declares a judged endpoint under an issuer. The cast is safe because no request reaches an endpoint under an issuer
 * before its issuer is found: `lib/server/record/serve.ts` answers 404 for one that does not exist, and the tests of the
 * contract look at each entry with `underIssuer`.
 */
export const judgedByIssuer = <Reading>(endpoint: Omit<IssuerEndpoint<Reading>, 'kind'>): Endpoint =>
  judged<Reading>(endpoint as unknown as Omit<JudgedEndpoint<Reading>, 'kind'>)
