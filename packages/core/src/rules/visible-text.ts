const visible = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u

/** Whether anything of a text is drawn: blanks, joiners, marks of direction and blank letters are not. */
export const hasVisibleText = (text: string): boolean => visible.test(text)
