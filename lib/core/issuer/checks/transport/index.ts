import type { Check } from '../../../engine/checks/check'
import { type TransportSubject, transportTls } from './tls'

/** Checks of the underlying connection; they judge every wallet request and refuse none. */
export const transportChecks: readonly Check<TransportSubject>[] = [transportTls]
