/**
 * Why a test cannot be made of a registration certificate that another registrar signed, and what can be done instead.
 * @param runnable ids of those that can
 * @param fromIdentity it goes with an access certificate of the installation; otherwise the request sends it
 */
export const registrarNeeded = (runnable: readonly string[], fromIdentity: boolean): string => {
  const [last = '', ...others] = [...runnable].reverse()
  const named = [...others.reverse().map((id) => `${id},`), `or ${last}`].join(' ')
  const ours = fromIdentity
    ? 'name an access certificate that has no registration certificate of its own'
    : 'leave registration_certificate out for one of ours'
  return `It needs a registration certificate that our registrar signs, and this one is of another registrar: ${ours}, or choose ${named}.`
}
