/** Hands a file that this page has to the browser, to be saved under a name. */
export function offerFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken the file over by the next turn of its loop.
  setTimeout(() => URL.revokeObjectURL(url))
}
