/** A person as the platform's users list shows one; `roles` are names. */
export interface User {
  id: string;
  username: string;
  first_name: string;
  last_name: string;
  email: string;
  title: string;
  roles: string[];
}

/** What a person may do. */
export interface Role {
  id: string;
  name: string;
  description: string;
}
