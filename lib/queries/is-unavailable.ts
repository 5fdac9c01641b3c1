import 'server-only'

import { isStoreUnavailable } from '@/lib/core/ground/ports/errors'
import { isSchedulerUnavailable } from '@/lib/core/scoreboard/scheduler'

/** True for the error of a part that is not responding. */
export const isUnavailable = (error: unknown): boolean => isStoreUnavailable(error) || isSchedulerUnavailable(error)
