import type { Check } from '../../check'
import { type TransportSubject, transportTls } from './tls'

/** Checks of the connection below a request; they judge every request of a wallet and refuse none. */
export const transportChecks: readonly Check<TransportSubject>[] = [transportTls]
