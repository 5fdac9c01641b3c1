/** How far clocks may be apart, in seconds. */
export const clockSkewSeconds = 60
/** How long a Key Binding JWT may be made before the response arrives, in seconds. RFC9901-7.3 */
export const keyBindingAgeSecondsMax = 300
/** Disclosures of one presentation that are looked into. */
export const disclosuresMax = 1000
/** Nesting of claims once every Disclosure is in its place. */
export const claimDepthMax = 32
/** Values (claims, members, elements) that are resolved altogether, each time a Disclosure brings them. */
export const claimValuesMax = 10_000
