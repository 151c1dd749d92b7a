number = material["number"]
puts material["name"]
puts number
