import 'server-only'

import { isSchedulerUnavailable } from '@/lib/core/scoreboard/scheduler'
import { isProtocolError, isStoreUnavailable } from '@/lib/core/shared/ports/errors'

/** True for the error of a part that is not responding, and of a disk that has no room for a key. */
export const isUnavailable = (error: unknown): boolean =>
  isStoreUnavailable(error) ||
  isSchedulerUnavailable(error) ||
  (isProtocolError(error) && error.code === 'temporarily_unavailable')
