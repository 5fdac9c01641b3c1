import type { Check } from '../../../engine/checks/check'
import type { StatusListReading } from '../../read/status/status-list-reading'
import { statusAccept } from './accept'
import { statusAnonymous } from './anonymous'
import { statusPaced } from './paced'

/** Checks of a request for a status list; none of them refuses it. */
export const statusListChecks: readonly Check<StatusListReading>[] = [statusAccept, statusAnonymous, statusPaced]
