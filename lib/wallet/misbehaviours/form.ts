/** Parameters of a form, in order. */
export type Form = [name: string, value: string][]

/** Removes every value of a parameter. */
export const drop = (form: Form, name: string): void => {
  form.splice(0, form.length, ...form.filter(([given]) => given !== name))
}

/** Sets a parameter to one value. */
export const put = (form: Form, name: string, value: string): void => {
  drop(form, name)
  form.push([name, value])
}
