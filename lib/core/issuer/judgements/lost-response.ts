import { say } from '../../ground/values/wording'

/** Why a wallet repeats what it should not, where it cannot know better. */
export const lostResponse = say`The response to the first request may have got lost when this service restarted`
